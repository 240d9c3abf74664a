"""The offline app: what a phone needs to run without a server, and how that is built.

``pack_contents`` chooses the files of a pack, ``build_pack`` makes it, ``pack`` reads it; the
``scripts`` run on the phone."""
