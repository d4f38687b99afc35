import { type ImportRule, sources } from './rule.ts'

/** Rules about images and files, and about the content of images once they were decoded. */
export const imageRules = {
  invalid_image: {
    severity: 'error',
    title: 'Invalid image',
    source: 'CIP-25: image is ipfs:// and one CID; pool.pm issue 15, Eternl issue 115',
    advice: 'Write ipfs:// and the CID alone, a web address, or a file of the folder.',
  },
  image_in_pieces: {
    severity: 'warning',
    title: 'Image address over 64 bytes',
    source:
      'Cardano ledger: 64 bytes a string; Eternl issue 137 and Nami issue 768: a list shows nothing',
    advice: 'Use the CIDv0 of the image (Qm…), or import the file itself.',
  },
  address_not_ipfs: {
    severity: 'warning',
    title: 'Address that is not ipfs://',
    source: 'CIP-25; pool.pm issue 15: web addresses are not shown',
    advice: 'Pin the file and write ipfs:// and its CID.',
  },
  query_string: {
    severity: 'warning',
    title: 'Query string behind an IPFS address',
    source: 'Eternl issue 115: the wallet hangs',
    advice: 'Remove everything from the question mark on.',
  },
  file_not_found: {
    severity: 'error',
    title: 'File not found',
    source: sources.files,
    advice: 'Add the file, correct its name, or leave the row out.',
  },
  few_images: {
    severity: 'warning',
    title: 'Most rows without an image',
    source: sources.files,
    advice: 'Add the files, choose another column, or leave the rows out.',
  },
  ambiguous_file: {
    severity: 'error',
    title: 'Several matching files',
    source: 'Coldpress: names are compared after Unicode normalisation and without case',
    advice: 'Write the name exactly as the folder does.',
  },
  empty_file: {
    severity: 'error',
    title: 'File is empty',
    source: sources.files,
    advice: 'Save the file again.',
  },
  file_not_supported: {
    severity: 'error',
    title: 'File can’t be imported',
    source: sources.files,
    advice: 'Save it as PNG, JPEG, WebP or GIF.',
  },
  file_name_differs: {
    severity: 'info',
    title: 'File name is written differently',
    source:
      'Coldpress: names are compared after Unicode normalisation and without case, and those of images by the end of an address or without their ending',
    advice: 'Nothing, if the right file was found.',
  },
  duplicate_file: {
    severity: 'warning',
    title: 'File used twice',
    source: sources.files,
    advice: 'Nothing, if several tokens share the image on purpose.',
  },
  shared_file: {
    severity: 'info',
    title: 'One image for several tokens',
    source: 'Coldpress: more than half of the rows share their file, so the table means it',
    advice: 'Nothing: the file is stored and pinned once.',
  },
  duplicate_content: {
    severity: 'warning',
    title: 'Two files are the same image',
    source: 'SHA-256: both files have the same bytes',
    advice: 'Replace one of the files, unless both tokens share the image on purpose.',
  },
  similar_image: {
    severity: 'info',
    title: 'Image looks like another',
    source: 'Perceptual hash (as sharp-phash makes it): the images differ in at most 4 of 64 bits',
    advice: 'Look at both; nothing, if they share most of their layers on purpose.',
  },
  unused_file: {
    severity: 'warning',
    title: 'File is not used',
    source: sources.files,
    advice: 'Add a row for it, or leave it.',
  },
  passed_over_file: {
    severity: 'warning',
    title: 'File is not read',
    source: 'Coldpress: an import publishes only files that the folder holds',
    advice: 'Copy the file itself into the folder, or leave it.',
  },
  media_type_mismatch: {
    severity: 'warning',
    title: 'Media type does not match the file',
    source: 'CIP-25; Nami issue 187: the type decides how a wallet shows it',
    advice: 'Write the type of the file.',
  },
  media_not_image: {
    severity: 'warning',
    title: 'Not an image',
    source: 'CIP-25: image is an image; pool.pm issue 12: other works belong in files',
    advice: 'Give a still image, and the work in the collection’s files.',
  },
  no_files_template: {
    severity: 'error',
    title: 'No place for works',
    source: 'CIP-25: files; the collection’s metadata says what stands in it',
    advice:
      'Add the files to the collection’s metadata before its first token, or import into a new collection.',
  },
  works_at_service: {
    severity: 'warning',
    title: 'Service may leave works out',
    source: 'Minting service interface, "Collection": metadata has no files there',
    advice:
      'Import and mint one token first, and look at its metadata; or use a collection of the Local studio.',
  },
  work_too_large: {
    severity: 'error',
    title: 'Work is too large',
    source: 'Coldpress: a work has at most 4 GiB',
    advice: 'Export a smaller version.',
  },
  work_needs_others: {
    severity: 'warning',
    title: 'Work loads other files',
    source: 'glTF 2.0, HTML and SVG may load other files; a token holds one for each work',
    advice: 'Export a 3D scene as one GLB file. Put what a page or drawing loads into its file.',
  },
  image_not_square: {
    severity: 'info',
    title: 'Image is not square',
    source: 'Nami issue 612: wallets crop the preview to a square',
    advice: 'Cut all to squares, or nothing, if the middle of the image can stand alone.',
  },
  image_location: {
    severity: 'warning',
    title: 'Image says where it was taken',
    source: 'Exif 2.32, section 4.6.3, and XMP: GPS; what is pinned is public',
    advice: 'Remove the location data; those images are re-encoded.',
  },
  image_not_changed: {
    severity: 'warning',
    title: 'Image stays as it is',
    source: 'Coldpress: animations stay animations; animated PNG and AVIF cannot be changed',
    advice: 'Export it as WebP or GIF, or accept its size.',
  },
  image_inks: {
    severity: 'info',
    title: 'Image in printing inks',
    source: 'Coldpress: browsers show printing inks (CMYK) in wrong colours',
    advice: 'Nothing, if its colours in the preview are right. Else export it in sRGB.',
  },
  image_colours: {
    severity: 'info',
    title: 'Image in other colours than sRGB',
    source:
      'Coldpress: viewers that know no colour profiles show other colours; many show 8 bits a channel',
    advice:
      'Make all colours sRGB, or nothing, if they may look different from one viewer to the next.',
  },
  image_heavy: {
    severity: 'info',
    title: 'Image over 1 MB',
    source: 'CIP-25: image is a small preview; wallets load hundreds at once',
    advice: 'Resize the images, or set a longest side.',
  },
  image_huge: {
    severity: 'warning',
    title: 'Image over 10 MB',
    source: 'CIP-25: image is a small preview; wallets load hundreds at once',
    advice: 'Resize the images, or set a longest side.',
  },
  // The content of images, once they were decoded.
  image_damaged: {
    severity: 'error',
    title: 'Image is damaged',
    source: sources.images,
    advice: 'Export, copy or download it again.',
  },
  image_too_large: {
    severity: 'error',
    title: 'Image is too large',
    source: sources.images,
    advice: 'Export a smaller version.',
  },
  content_not_supported: {
    severity: 'error',
    title: 'File holds no image',
    source: sources.images,
    advice: 'Save it as PNG, JPEG, WebP or GIF.',
  },
  unreadable_file: {
    severity: 'error',
    title: 'File can’t be read',
    source: sources.images,
    advice: 'Check the file and its permissions.',
  },
  name_differs_from_content: {
    severity: 'warning',
    title: 'Name does not fit the content',
    source: sources.images,
    advice: 'Rename the file. The token gets the type of the content.',
  },
} as const satisfies Readonly<Record<string, ImportRule>>
