"""Panels: the data of each fragment, made from an Evaluation and a Draft; they decide nothing."""
