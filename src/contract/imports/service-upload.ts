/** In the place of a pin target: the minting service takes each image with its token. */
export const serviceUpload = 'service'
