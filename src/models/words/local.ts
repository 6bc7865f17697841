/** Sentences about failures of models on this machine: their files, the GPU, the CPU. */
export {};
