"""The screens of the referee's desk, in Textual."""
