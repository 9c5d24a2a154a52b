"""Marked spans: does the sentence that an answer rests on stand where people marked it?"""
