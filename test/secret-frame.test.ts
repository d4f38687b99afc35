import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const views = join(import.meta.dirname, '..', 'src', 'renderer', 'views')

it('the striped frame appears only where a secret is shown or a signature is given', () => {
  const framed = globSync('**/*.tsx', { cwd: views })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) =>
      /import \{ SecretFrame \}|\bhasSecretFrame\b/u.test(readFileSync(join(views, file), 'utf8')),
    )
  expect(framed.toSorted()).toEqual([
    // Signatures: of a mint, of missing keys here, of a sale's decision, of a request.
    'minting/mint/parked.tsx',
    'minting/mint/review.tsx',
    // Words of a phrase: shown, or typed in plain sight.
    'policies/phrases/create-dialog.tsx',
    'policies/phrases/restore-dialog.tsx',
    'policies/reveal-dialog.tsx',
    'policies/secret-dialog.tsx',
    'sales/resolve-dialog.tsx',
    'settings/inbox/inbox-secret.tsx',
    'signing/sign-bar.tsx',
  ])
})
