import { exampleIds, exampleImage, examplePolicy, exampleTime } from '../examples.ts'

const fields = {
  name: 'Fern No. 01',
  asset_name: 'Herbarium01',
  description: 'Prussian ink',
  media_type: 'image/jpeg',
  image: exampleImage,
  price: 25_000_000,
} as const

export const exampleTokenRequest = {
  tokens: [
    {
      ...fields,
      metadata_attributes: [{ tag: '<plant>', value: 'Fern' }],
      custom_attributes: { edition: '1 of 24' },
    },
  ],
}

export const exampleToken = {
  id: exampleIds.token,
  ...fields,
  fingerprint: 'asset1rjklcrnsdzqp65wjgrg55sy9723kw09mlgvlc3',
  status: 'FOR_SALE',
  metadata_attributes: [{ name: 'Plant', value: 'Fern', tag: '<plant>' }],
  custom_attributes: { edition: '1 of 24' },
  policy: examplePolicy,
  metadata: {
    '721': {
      [examplePolicy.policy_id]: {
        Herbarium01: {
          name: fields.name,
          image: exampleImage,
          mediaType: fields.media_type,
          description: fields.description,
          plant: 'Fern',
          artist: 'A. Printer',
          edition: '1 of 24',
        },
      },
      version: '1.0',
    },
  },
  payment_link: `http://127.0.0.1:4800/pay/token/${exampleIds.token}`,
  created_at: exampleTime,
  updated_at: exampleTime,
} as const
