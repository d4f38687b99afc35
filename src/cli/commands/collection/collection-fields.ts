import { screenOf } from '#cli/terminal/layout.ts'
import { wrapLine } from '#cli/terminal/wrap.ts'

/** What stands in a collection file, for a person who writes one: of each field its type and its rule. */
export const collectionFields = {
  name: ['text', 'the name of the collection'],
  url: ['text, optional', 'its page on the web'],
  description: ['text, optional', 'what people read of the collection'],
  payout_address: [
    'text, or a list',
    'who is paid: an address, or a list of {"addr", "name", "ratio"} whose ratios add up to 1',
  ],
  'policy.lock': ['true or false', 'whether minting ends at a time'],
  'policy.lock_time': ['text', 'with lock true: when it ends, in UTC, such as 2027-12-31'],
  'policy.policy_id': ['text, optional', 'with script: a policy that exists already'],
  'policy.script': ['object, optional', 'its native script, as cardano-cli writes it'],
  'policy.signing_keys': ['list, optional', 'its keys; leave them out where they are elsewhere'],
  'metadata.name': ['text', 'a fixed text, or a tag such as <name> that each token fills'],
  'metadata.asset_name': ['text', '<asset_name>'],
  'metadata.image': ['text', '<image>, or ipfs:// and a CID for all tokens'],
  'metadata.media_type': ['text', '<media_type>'],
  'metadata.description': ['text, optional', '<description>, or one text for all tokens'],
  'metadata.attributes': ['object', 'names with a fixed text or a tag: "Plant": "<plant>"'],
  'metadata.files': ['list, optional', 'works beside the image: {"name", "media_type", "src"}'],
  'metadata.version': ['text, optional', '1.0'],
  'royalty.rate': [
    'text or number',
    '"5%" with its sign, or a number from 0 to 1: 0.05 is 5 %, and 1 is 100 %',
  ],
  'royalty.address': ['text, or a list', 'one address; or the pieces that one was cut into'],
  reservation_time: ['number, optional', 'seconds that a sale stays reserved'],
} as const satisfies Readonly<Record<string, readonly [type: string, rule: string]>>

/** The fields, for the help. */
export const collectionFieldsText = (): string => {
  const { width } = screenOf(process.stdout)
  const wrap = (text: string, indent: string): readonly string[] =>
    wrapLine(text, width === undefined ? undefined : width - indent.length).map(
      (line) => `${indent}${line}`,
    )
  return [
    '\nFields of the file:',
    ...Object.entries(collectionFields).flatMap(([field, [type, rule]]) => [
      ...wrap(`${field} (${type})`, '  '),
      ...wrap(rule, '      '),
    ]),
    '',
    ...wrap('A file with all of them is collection.example.json, which is written by:', ''),
    ...wrap('collection propose FOLDER --out collection.json', '  '),
  ].join('\n')
}

/** A collection with every field that a new policy takes. The addresses are of nobody. */
export const exampleCollectionFile = {
  name: 'Herbarium',
  url: 'https://herbarium.example',
  description: 'Plants, pressed and printed.',
  payout_address: [
    {
      addr: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
      name: 'The printer',
      ratio: 0.75,
    },
    {
      addr: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
      name: 'The gardener',
      ratio: 0.25,
    },
  ],
  policy: { lock: true, lock_time: '2027-12-31' },
  metadata: {
    name: '<name>',
    asset_name: '<asset_name>',
    image: '<image>',
    media_type: '<media_type>',
    description: '<description>',
    attributes: { Plant: '<plant>', artist: 'A. Printer' },
    files: [{ name: '<name>', media_type: '<work_type>', src: '<work>' }],
    version: '1.0',
  },
  royalty: {
    rate: '5%',
    address: 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz',
  },
  reservation_time: 1800,
}
