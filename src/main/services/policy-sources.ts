import type { CallInput } from '#contract/window/calls.ts'
import { policyFileLimits } from '#contract/policies/policy-files.ts'
import {
  mergeFiles,
  type PolicyFiles,
  singleFile,
  wipeFiles,
} from '#app/policies/from-files/policy-file.ts'
import { givenPolicyFiles, readPolicyFiles } from '#app/policies/from-files/read-policy-files.ts'
import { Secret } from '#platform/secret/secret.ts'
import type { PickedFiles } from './picked-files.ts'
import { readFileSource } from './read-source.ts'

type Source = CallInput<'policies.import'>['source']

/**
 * Reads all sources, and wipes them when the work has ended or one cannot be read.
 * @throws ColdpressError `invalid` when one cannot be read or the user did not pick it
 */
export const withPolicySources = async <T>(
  sources: readonly Source[],
  picked: PickedFiles,
  work: (files: PolicyFiles) => Promise<T>,
): Promise<T> => {
  const read: PolicyFiles[] = []
  try {
    for (const source of sources) read.push(await readSource(source, picked))
    return await work(mergeFiles(read))
  } finally {
    wipeFiles(mergeFiles(read).files)
  }
}

const readSource = async (source: Source, picked: PickedFiles): Promise<PolicyFiles> => {
  switch (source.kind) {
    case 'file':
      picked.requirePicked(source.path)
      return readPolicyFiles(source.path, readFileSource)
    case 'text':
      return singleFile('Pasted text', Secret.ofText(source.text))
    case 'dropped': {
      const files = source.files.slice(0, policyFileLimits.files).map(({ name, content }) => ({
        name,
        content: Secret.ofBytes(Uint8Array.from(Buffer.from(content, 'base64'))),
      }))
      return givenPolicyFiles(files, source.folder)
    }
    default:
      return source satisfies never
  }
}
