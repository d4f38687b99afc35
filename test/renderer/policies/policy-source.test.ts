import { expect, it } from 'vitest'
import { noSource, sourceOf } from '#renderer/views/policies/policy-source.ts'

it('reads what is chosen and leaves what the other way holds', () => {
  expect(sourceOf(noSource)).toBeUndefined()
  expect(sourceOf({ how: 'file', path: '/a/policy.script', pasted: 'x' })).toEqual({
    kind: 'file',
    path: '/a/policy.script',
  })
  expect(sourceOf({ how: 'text', path: '/a/policy.script', pasted: ' \n' })).toBeUndefined()
  expect(sourceOf({ how: 'text', path: '/a/policy.script', pasted: '{}' })).toEqual({
    kind: 'text',
    text: '{}',
  })
})
