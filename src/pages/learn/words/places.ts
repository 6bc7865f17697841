/** The list of the places of Learn, and the commands that go to them. */

export const goTo = (place: string): string => `Go to ${place}`;

// Headings of the list.
export const lessons = 'Lessons';
export const experiments = 'Experiments';
export const forClass = 'Class';

// One sentence for each place that is not a lesson.
export const gymAbout =
  'Answers that earn 1 without solving anything, and the graders that they fool. Try to fool them yourself.';
export const labAbout =
  'A toy policy learns to write Python in this tab, rewarded by the real judge. Change a setting and compare the curves.';
export const groupAbout =
  'Paste or drop several answers to one problem: rewards by any grader, advantages as in four libraries, the push on each token.';
export const recipeAbout =
  'Each ingredient of DeepCoder’s training with its formula, its source and where to see it; the published scores; one-off pipelining, simulated.';
export const resultsAbout = 'Your predictions in the lessons, as a small file for your teacher.';
export const teacherAbout =
  'Links and QR codes for students, with hidden answers or controls; questions for the class; work without internet.';
export const classResultsAbout =
  'Drop the result files of the students: one table, one histogram per question, and a CSV file.';
export const handoutAbout = 'All questions on paper, with or without the answers.';
