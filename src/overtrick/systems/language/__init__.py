"""The system language: the text of a card to rules."""
