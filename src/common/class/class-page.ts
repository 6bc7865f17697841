/** The page of a class for its students. It is part of the first screen, without the code of plans. */
export const CLASS_PAGE = '#/learn/class';
