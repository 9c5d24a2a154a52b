"""QTI: IMS Question and Test Interoperability, versions 1.2 to 3.0."""
