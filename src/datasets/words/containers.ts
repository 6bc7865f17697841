/** Half sentences about files and archives that hold rows, behind the name of the file. */

export {};
