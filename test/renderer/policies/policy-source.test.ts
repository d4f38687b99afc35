import { expect, it } from 'vitest'
import { noSource, readPolicySource } from '#renderer/views/policies/policy-source.ts'

it('reads what is chosen and leaves what the other way holds', () => {
  expect(readPolicySource(noSource)).toBeUndefined()
  expect(readPolicySource({ how: 'file', path: '/a/policy.script', pasted: 'x' })).toEqual({
    kind: 'file',
    path: '/a/policy.script',
  })
  expect(readPolicySource({ how: 'text', path: '/a/policy.script', pasted: ' \n' })).toBeUndefined()
  expect(readPolicySource({ how: 'text', path: '/a/policy.script', pasted: '{}' })).toEqual({
    kind: 'text',
    text: '{}',
  })
})
