"""Drawing, training and measuring of the two models that read photos of cards.

Everything is drawn: no photo, and no art of others, is trained on. docs/photo.md is the model card.
"""
