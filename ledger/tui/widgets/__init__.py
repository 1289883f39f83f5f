"""Parts that several screens are built of; they know no book and no app."""
