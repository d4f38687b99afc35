import type { ImportPolicyOptions } from '#app/policies/import-policy.ts'
import { mergeFiles, singleFile } from '#app/policies/from-files/policy-file.ts'
import type { Policies } from '#app/policies/policies.ts'
import { Secret } from '#platform/secret/secret.ts'

/** One file, as it is pasted. */
export const importText = (
  policies: Policies,
  content: Secret,
  options: ImportPolicyOptions = {},
) => policies.importFiles(singleFile('policy', content), options)

/** A script and its keys, as cardano-cli keeps them. */
export const importParts = (
  policies: Policies,
  { script, keys }: { readonly script: string; readonly keys: readonly Secret[] },
  options: ImportPolicyOptions = {},
) => {
  const files = keys.map((key, index) => singleFile(`key${index}.skey`, key))
  return policies.importFiles(
    mergeFiles([singleFile('policy.script', Secret.ofText(script)), ...files]),
    options,
  )
}
