/** Ten thousand rows take some 5 MB; of what is larger, the rows would not fit the memory. */
export const maxTableBytes = 64 * 1024 ** 2
