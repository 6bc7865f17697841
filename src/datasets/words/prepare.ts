/** Half sentences about a set in preparation, behind the name of the problem. */

export {};
