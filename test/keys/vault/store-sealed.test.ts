import { expect } from 'vitest'
import { generatePolicyKey } from '#cardano/keys.ts'
import { generateAgePair, encryptTo } from '#keys/vault/age.ts'
import { createFileStore } from '#keys/vault/file-store.ts'
import { storePolicyKeys } from '#keys/vault/policy-keys.ts'
import { policyItem } from '#keys/vault/secret-store.ts'
import { homeTest as it } from '../../support/folder-test.ts'

it('an open vault keeps no key that its identity does not open, and puts back what was there', async ({
  home,
}) => {
  const store = createFileStore(home)
  const [own, other] = [await generateAgePair(), await generateAgePair()]
  const [fresh, known] = [generatePolicyKey(), generatePolicyKey()]
  const before = await encryptTo(other.recipient, known.secret)
  await store.write(policyItem(known.keyHash), before)

  const target = { recipient: other.recipient, identity: own.identity }
  for (const key of [fresh, known]) {
    await expect(storePolicyKeys(store, [key], target)).rejects.toMatchObject({ code: 'corrupt' })
  }
  expect(await store.read(policyItem(fresh.keyHash))).toBeUndefined()
  expect(Buffer.from((await store.read(policyItem(known.keyHash))) ?? [])).toEqual(
    Buffer.from(before),
  )
})
