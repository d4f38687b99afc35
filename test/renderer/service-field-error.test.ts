import { expect, test } from 'vitest'
import { serviceFieldError } from '#renderer/views/use-draft-form.ts'

const answer = (status: number, reason: string, sentence?: string) =>
  serviceFieldError({
    details: { status, reason, ...(sentence === undefined ? {} : { sentence }) },
  })

test.each([
  [400, 'price: 5 lovelace is too little.', 'price', '5 lovelace is too little.'],
  [400, 'tokens[2]: it is not for sale', 'tokens[2]', 'it is not for sale'],
  [409, 'asset_name: "Fern: 2" is taken', 'asset_name', '"Fern: 2" is taken'],
  [400, 'metadata_attributes[0].value: 70 bytes', 'metadata_attributes[0].value', '70 bytes'],
  [409, 'custom_attributes.First edition: on chain', 'custom_attributes.First edition', 'on chain'],
])(
  'an answer with %i, “%s”, names its field and says why without it',
  (status, reason, field, message) => {
    expect(answer(status, reason)).toEqual({ field, message })
  },
)

test('the sentence that the client made of the answer is preferred', () => {
  const reason = 'quantity: 5 wanted, but only 2 can be sold now'
  expect(answer(409, reason, '5 wanted, but only 2 can be sold now.')).toEqual({
    field: 'quantity',
    message: '5 wanted, but only 2 can be sold now.',
  })
})

test('an answer that names no field, or is not about the request, names none', () => {
  expect(answer(409, 'the token is reserved')).toBeUndefined()
  expect(answer(400, 'Try again: later')).toBeUndefined()
  expect(answer(500, 'price: unknown')).toBeUndefined()
  expect(serviceFieldError({ details: { status: 400 } })).toBeUndefined()
})
