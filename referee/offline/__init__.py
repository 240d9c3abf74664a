"""The referee in the pocket: what a phone needs to judge without a network, and how it is made.

``contents`` says which files go along, ``build`` makes the pack of them, ``offer`` reads a pack
that was made; the scripts run on the phone.
"""
