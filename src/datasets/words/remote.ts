/** Half sentences about files at an address, behind the name of the file. */

export {};
