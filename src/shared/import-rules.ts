/** How grave an issue is: an error stops its row, a warning is worth a look, an info says what was understood. */
export type Severity = 'error' | 'warning' | 'info'

export type ImportRule = {
  readonly severity: Severity
  /** What the rule is called where issues are grouped by it. */
  readonly title: string
  /** Who asks for it: a standard, the ledger, the minting service, or what a wallet does. */
  readonly source: string
  /** What to do, for issues without a fix of their own. */
  readonly advice: string
}

/** The sources that several rules share. */
const sources = {
  cip25: 'CIP-25',
  cddl: 'CIP-25, its schema (CDDL)',
  service: 'Minting service interface, "Limits"',
  template: 'Minting service interface, "Token": the collection’s tags',
  ledgerText: 'Cardano ledger: a metadata string holds 64 bytes',
  ledgerName: 'Cardano ledger: an asset name holds 32 bytes',
  ledgerSize: 'Cardano ledger: a transaction holds 16,384 bytes',
  table: 'Coldpress: tables (RFC 4180)',
  columns: 'Coldpress: what the columns fill',
  files: 'Coldpress: files of the folder',
  images: 'Coldpress: images are decoded before anything is sent',
  run: 'Coldpress: the last run of this import',
  collection: 'Coldpress: what the collection holds',
  people: 'Coldpress: people take look-alikes for the same',
  rarity: 'Rarity: each spelling counts as a trait value of its own',
} as const

/** Every rule that an import checks, in the order in which a report lists them. */
export const importRules = {
  // The table as a whole.
  format_note: {
    severity: 'info',
    title: 'How the folder was read',
    source: 'Coldpress: formats of other programs',
    advice: 'Nothing, if it was understood well.',
  },
  no_rows: {
    severity: 'error',
    title: 'No rows',
    source: sources.table,
    advice: 'Add a row for each token.',
  },
  empty_header: {
    severity: 'error',
    title: 'Column without a name',
    source: sources.table,
    advice: 'Name the column.',
  },
  duplicate_header: {
    severity: 'error',
    title: 'Two columns for the same field',
    source: sources.columns,
    advice: 'Remove one, or rename it.',
  },
  missing_column: {
    severity: 'error',
    title: 'Column is missing',
    source: sources.service,
    advice: 'Add the column.',
  },
  missing_tag_column: {
    severity: 'error',
    title: 'Tag without a column',
    source: sources.template,
    advice: 'Add a column for the tag.',
  },
  unknown_tag: {
    severity: 'error',
    title: 'Unknown tag',
    source: sources.template,
    advice: 'Rename the column, or make it a custom attribute.',
  },
  forbidden_name: {
    severity: 'error',
    title: 'Column name that is not allowed',
    source: 'JSON readers drop an attribute of this name',
    advice: 'Rename the column.',
  },
  guessed_column: {
    severity: 'info',
    title: 'Column recognised by its name or values',
    source: sources.columns,
    advice: 'Rename the column if it is something else.',
  },
  price_column: {
    severity: 'info',
    title: 'Price of the tokens',
    source: sources.columns,
    advice: 'Rename the column if it is an attribute.',
  },
  custom_column: {
    severity: 'info',
    title: 'Custom attribute',
    source: sources.columns,
    advice: 'Name it ignore:… to leave it out.',
  },
  repeated_text: {
    severity: 'info',
    title: 'Text of the collection',
    source: 'CIP-88: facts of a collection stand once',
    advice: 'Nothing: the column is left out.',
  },
  constant_column: {
    severity: 'info',
    title: 'Same value for every token',
    source: 'CIP-88: facts of a collection stand once',
    advice:
      'Make it a fixed attribute of the collection, or leave it out: it raises each fee and no rarity.',
  },
  misspelt_field: {
    severity: 'warning',
    title: 'Attribute named almost like a field',
    source: 'CIP-25; pool.pm issues 15 and 61: other spellings are ignored',
    advice: 'Rename the attribute, or fill the field itself.',
  },
  incomplete_file: {
    severity: 'warning',
    title: 'File without name, media type or source',
    source: sources.cddl,
    advice: 'Give each of the collection’s files a name, a media_type and a src.',
  },
  template_media_type: {
    severity: 'warning',
    title: 'Invalid media type in the collection',
    source: 'CIP-25: mediaType is a MIME type; Nami issue 187',
    advice: 'Write a tag such as <media_type>, or a MIME type such as image/png.',
  },
  royalty_first: {
    severity: 'info',
    title: 'Royalty token is not minted',
    source: 'CIP-27: the royalty token is the first of its policy',
    advice: 'Confirm the royalty and mint its token before any other.',
  },
  royalty_address: {
    severity: 'warning',
    title: 'Royalty that nobody may receive',
    source: 'CIP-27, rule 6: one payment address, which may be that of a script; CIP-19',
    advice: 'Start a new collection with an address of your own wallet as royalty address.',
  },
  empty_attribute: {
    severity: 'warning',
    title: 'Empty attribute of the collection',
    source: 'CIP-25: wallets show a name with nothing behind it, or no attribute',
    advice: 'Give the attribute a text or a tag in the collection’s metadata, or remove it.',
  },
  empty_column: {
    severity: 'info',
    title: 'Empty column',
    source: sources.table,
    advice: 'Nothing: the column is left out.',
  },
  // A row's shape and its cells.
  row_too_long: {
    severity: 'error',
    title: 'Row with too many cells',
    source: sources.table,
    advice: 'Remove the extra cells, or quote a value that holds the delimiter.',
  },
  row_too_short: {
    severity: 'warning',
    title: 'Row with too few cells',
    source: sources.table,
    advice: 'Add the missing cells.',
  },
  surrounding_whitespace: {
    severity: 'warning',
    title: 'Spaces around a cell',
    source: sources.people,
    advice: 'Remove the white space.',
  },
  invisible_character: {
    severity: 'warning',
    title: 'Invisible character',
    source: sources.people,
    advice: 'Remove the unseen characters.',
  },
  replacement_character: {
    severity: 'warning',
    title: 'Lost letter',
    source: 'Unicode: U+FFFD stands for what could not be read',
    advice: 'Type the text again.',
  },
  spreadsheet_error: {
    severity: 'warning',
    title: 'Error of a formula',
    source: 'Spreadsheet programs',
    advice: 'Correct the formula, and save the table again.',
  },
  // The fields of a token.
  missing_value: {
    severity: 'error',
    title: 'Value is missing',
    source: sources.service,
    advice: 'Fill in the cell.',
  },
  text_too_short: {
    severity: 'error',
    title: 'Text is too short',
    source: sources.service,
    advice: 'Write at least 2 characters.',
  },
  text_too_long: {
    severity: 'error',
    title: 'Text is too long',
    source: sources.service,
    advice:
      'Write at most 32 characters. A description can be an attribute of each token instead, which may be longer.',
  },
  text_too_many_bytes: {
    severity: 'error',
    title: 'Text has too many bytes',
    source: sources.service,
    advice: 'Use fewer letters, or letters without accents.',
  },
  invalid_text: {
    severity: 'error',
    title: 'Invalid text',
    source: 'UTF-8: a lone surrogate cannot be encoded',
    advice: 'Type the text again.',
  },
  invalid_media_type: {
    severity: 'error',
    title: 'Invalid media type',
    source: 'CIP-25: mediaType is a MIME type; Nami issue 187',
    advice: 'Correct it, or leave the cell empty to take the file’s.',
  },
  invalid_price: {
    severity: 'error',
    title: 'Invalid price',
    source: 'Minting service interface, "Token"',
    advice: 'Write an amount in ADA, or leave the cell empty.',
  },
  price_differs: {
    severity: 'warning',
    title: 'Price stays as it is',
    source: sources.collection,
    advice: 'Set the price at the token.',
  },
  asset_name_over_ledger_limit: {
    severity: 'error',
    title: 'Asset name too long to mint',
    source: sources.ledgerName,
    advice: 'Shorten the asset name.',
  },
  asset_name_not_ascii: {
    severity: 'warning',
    title: 'Asset name with other letters than A to Z',
    source: 'CIP-25 version 1: the key is the name in UTF-8; some explorers show it as hex',
    advice: 'Use letters of ASCII in the asset name, and any letter in the name.',
  },
  duplicate_asset_name: {
    severity: 'error',
    title: 'Asset name used twice',
    source: 'Cardano: policy and asset name are a token’s identity',
    advice: 'Rename or remove one of the rows.',
  },
  asset_name_case: {
    severity: 'warning',
    title: 'Asset names look the same',
    source: sources.people,
    advice: 'Rename one of them.',
  },
  asset_name_taken: {
    severity: 'error',
    title: 'Asset name already in use',
    source: sources.collection,
    advice: 'Rename the row, or change the token first.',
  },
  other_settings: {
    severity: 'warning',
    title: 'Tokens keep their images',
    source: sources.collection,
    advice: 'To have other images, import into a new collection.',
  },
  failed_before: {
    severity: 'warning',
    title: 'Failed in the last run',
    source: sources.run,
    advice: 'Change what the message names, or try again.',
  },
  // Images and files.
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
    advice: 'Add the file, or correct its name.',
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
    source: 'Coldpress: names are compared after Unicode normalisation and without case',
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
    advice: 'Have those images made anew, which leaves it out.',
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
    advice: 'Make all WebP of at most 1,024 pixels, or set a longest side.',
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
  // Attributes and the metadata they make.
  missing_tag_value: {
    severity: 'error',
    title: 'Tag without a value',
    source: sources.template,
    advice: 'Write the value, or None.',
  },
  unresolved_tag: {
    severity: 'error',
    title: 'Tag can’t be filled',
    source: 'Nami issue 187: the tag itself went on chain',
    advice: 'Write the value in place of the tag.',
  },
  leftover_tag: {
    severity: 'warning',
    title: 'Looks like a tag',
    source: 'Nami issue 187: the tag itself went on chain',
    advice: 'Write the value in place of the tag.',
  },
  clashing_attribute: {
    severity: 'error',
    title: 'Two attributes with the same name',
    source: sources.cip25,
    advice: 'Rename one of them.',
  },
  attribute_too_long: {
    severity: 'error',
    title: 'Attribute is too long',
    source: sources.ledgerText,
    advice: 'Shorten it.',
  },
  text_in_pieces: {
    severity: 'info',
    title: 'Text over 64 bytes',
    source: `${sources.ledgerText}; longer text stands on chain as a list, which some wallets show in pieces`,
    advice: 'Shorten it if it must stand on one line.',
  },
  similar_values: {
    severity: 'warning',
    title: 'Values that differ only in their spelling',
    source: sources.rarity,
    advice: 'Write both the same way.',
  },
  value_used_once: {
    severity: 'info',
    title: 'Value that one token alone has',
    source: sources.rarity,
    advice: 'Nothing, if it is not a slip of the pen.',
  },
  metadata_too_large: {
    severity: 'error',
    title: 'Metadata is too large',
    source: sources.ledgerSize,
    advice: 'Shorten the token’s texts.',
  },
} as const satisfies Readonly<Record<string, ImportRule>>

export type IssueRule = keyof typeof importRules

export const isIssueRule = (rule: string): rule is IssueRule => Object.hasOwn(importRules, rule)
