/** The results of a class. */
import { counted } from '../../../base/number-words.ts';

export const files = 'Result files';
export const dropHere = 'Drop the files that the students saved on “My results”, all at once or one by one.';
export const chooseFilesButton = 'Choose files…';
export const exportButton = 'Export CSV';
export const removeButton = 'Remove all files';
export const filesOfStudents = 'Result files of the students';
export const filesStayHere = 'The files stay in this tab: no file is uploaded or stored.';
export const studentsNotStored = (students: number): string =>
  `${counted(students, 'student')}. Not stored: export the table before you close the page.`;
export const notRead = (count: number): string =>
  `${count === 1 ? '1 file was' : `${count} files were`} not read.`;
export const filesNotRead = 'Files that were not read';
export const repeatedNames = (names: readonly string[]): string =>
  `More than one file has the name ${names.join(', ')}: each has its own row.`;

// The table
export const predictions = 'Predictions';
export const predictionsOfClass = 'Predictions of the class';
export const studentColumn = 'Student';
export const correctColumn = 'Correct';
export const lessonColumn = (lesson: number): string => `Lesson ${lesson}`;
export const correctOf = (correct: number, all: number): string => `${correct} of ${all}`;
export const correct = 'correct';
export const incorrect = 'incorrect';

// The counts of each question
export const questions = 'Questions';
export const predictionsInLesson = (lesson: number): string => `Predictions in lesson ${lesson}`;
export const correctOption = '(correct)';
