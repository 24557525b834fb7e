"""What the routes answer: frozen values, with the unit or range of each number. Absent and null are the same."""
