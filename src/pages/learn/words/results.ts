/** The results of a student. */

export const about =
  'This page lists your first prediction in each lesson. They are stored in this browser only. Save them as a file for your teacher. The file also records which predictions were correct.';
export const noResults = 'No predictions yet. Open a lesson and make one.';
/** An option that the lesson no longer has. */
export const otherOption = 'another option';
export const discussedInClass = '(discussed in class)';
export const correct = '(correct)';
export const incorrect = '(incorrect)';
export const nameField = 'Your name';
export const nameMissing = 'Enter your name: your teacher gets one file per student.';
export const saveButton = 'Save my results';
export const deleteButton = 'Delete my results';
export const deleted = 'Your results are deleted.';
export const undoButton = 'Undo';
