"""Files as other programs write them, read into the rows of the contract's files.

    importing       which layout a file is in, and the plan of an import from it
    sources         the text of a file: CSV cells and JSON values with their places
    portal          player lists of the mahjong portal, also the one for the EMA
    pantheon        Pantheon: rating, penalties, registered players, seating text
    riichinomi      RiichiNomi's players and hanchan
    marttinen       the save file of Marttinen's tournament engine
    az_riichi       the league sheet of AZ Riichi

A reader only says what its rows are in our words; how they fit the event, what is known
already and every fault in that are the same code as for our own files.
"""
