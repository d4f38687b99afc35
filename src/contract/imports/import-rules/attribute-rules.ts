import { type ImportRule, sources } from './rule.ts'

/** Rules about attributes and the metadata they make. */
export const attributeRules = {
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
    title: 'Unique value',
    source: sources.rarity,
    advice: 'Nothing to do, unless it is a typing error.',
  },
  metadata_too_large: {
    severity: 'error',
    title: 'Metadata is too large',
    source: sources.ledgerSize,
    advice: 'Shorten the token’s texts.',
  },
} as const satisfies Readonly<Record<string, ImportRule>>
