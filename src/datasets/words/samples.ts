/** Half sentences about rows of samples and verdicts, behind the name of the field. */

export {};
