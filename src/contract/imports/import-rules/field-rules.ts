import { limits } from '#values/bounds/limits.ts'
import { type ImportRule, sources } from './rule.ts'

const { minChars, maxChars } = limits.tokenText

/** Rules about the fields of a token. */
export const fieldRules = {
  spreadsheet_formula: {
    severity: 'warning',
    title: 'Formula instead of its result',
    source: sources.table,
    advice: 'Save the table from the spreadsheet with values, or write the text itself.',
  },
  spreadsheet_number: {
    severity: 'warning',
    title: 'Number that a spreadsheet shortened',
    source: sources.table,
    advice: 'Format the column as text in the spreadsheet, and type the number again.',
  },
  missing_value: {
    severity: 'error',
    title: 'Value is missing',
    source: sources.service,
    advice: 'Fill in the cell.',
  },
  missing_image: {
    severity: 'error',
    title: 'Row without an image',
    source: sources.service,
    advice: 'Name its file, or leave the row out.',
  },
  text_too_short: {
    severity: 'error',
    title: 'Text is too short',
    source: sources.service,
    advice: `Write at least ${minChars} characters.`,
  },
  text_too_long: {
    severity: 'error',
    title: 'Text is too long',
    source: sources.service,
    advice: `Write at most ${maxChars} characters. A name can be cut and stay whole as an attribute, and a description can be an attribute of each token instead: those may be longer.`,
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
  token_under_other_name: {
    severity: 'warning',
    title: 'Token is there under another asset name',
    source: sources.collection,
    advice: 'Write the asset name that it has, unless you want it twice.',
  },
  other_settings: {
    severity: 'warning',
    title: 'Tokens keep their images',
    source: sources.collection,
    advice: 'To have other images, import into a new collection.',
  },
  number_column: {
    severity: 'info',
    title: 'Number of the rows, no attribute',
    source: sources.rarity,
    advice: 'Name it custom: and its header to make an attribute of it.',
  },
  no_such_token: {
    severity: 'error',
    title: 'No such token in the collection',
    source: sources.collection,
    advice: 'Write the asset name of a token of the collection, or leave the row out.',
  },
  image_stays: {
    severity: 'error',
    title: 'Image of a token cannot change here',
    source: sources.collection,
    advice: 'Leave the image as it is. Delete the token and import it again to replace its image.',
  },
  images_unread: {
    severity: 'info',
    title: 'Image files are not read',
    source: sources.collection,
    advice: 'Nothing to do. Delete a token and import it again to replace its image.',
  },
  token_fixed: {
    severity: 'warning',
    title: 'Token can no longer be changed',
    source: sources.collection,
    advice: 'Leave the row out. A token that is reserved, being minted or minted stays as it is.',
  },
  token_changed: {
    severity: 'warning',
    title: 'Token was changed meanwhile',
    source: sources.collection,
    advice: 'Open the tokens as a table again to change it.',
  },
  failed_before: {
    severity: 'warning',
    title: 'Failed in the last run',
    source: sources.run,
    advice: 'Change what the message names, or try again.',
  },
} as const satisfies Readonly<Record<string, ImportRule>>
