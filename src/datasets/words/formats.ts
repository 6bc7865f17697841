/** Half sentences about rows of a known format, behind the name of the field. */

export {};
