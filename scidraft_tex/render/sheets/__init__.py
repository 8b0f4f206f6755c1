"""Sheets: what a teacher prints for a course, and the room that students find in them."""
