"""The critical span: does an answer rest on one sentence of the passage?"""
