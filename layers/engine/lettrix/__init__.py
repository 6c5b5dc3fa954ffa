"""The game of Lettrix and its relatives: rules, draws that can be checked, clocks, dictionaries.

Pure Python, standard library only. No clock, no chance and no I/O of its own:
`now` and the seed are arguments.
"""
