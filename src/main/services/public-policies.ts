import { signingErrors } from '#contract/signing/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { replaceFile } from '#platform/disk/durable-file.ts'
import { loopOf } from '#app/signing/qr-frames.ts'
import { fitForCodes, qrFileOf } from '#app/signing/qr-kind.ts'
import { noted } from './policy-log.ts'
import { createScannedFiles } from './scanned-files.ts'
import type { WindowHandlersOf, ServiceContext, ServicesDeps } from './services-deps.ts'

type Calls = 'policies.savePublic' | 'policies.publicFrames' | 'policies.scan'

/** Public policy files: out to another computer, and in from its codes. */
export const publicPolicyHandlers = ({
  app,
  log,
  dialogs,
}: ServiceContext & Pick<ServicesDeps, 'dialogs'>): Pick<WindowHandlersOf<'policies'>, Calls> => {
  const scanned = createScannedFiles()
  return {
    'policies.savePublic': async ({ policyId }) => {
      const text = await app.policies.publicPolicyText(policyId)
      const path = await dialogs.saveFile(publicFileName(policyId))
      if (path === null) return null
      await replaceFile(path, new TextEncoder().encode(text))
      const policy = await app.policies.show(policyId)
      log(noted('The public policy file of # was saved.', policy, { path }))
      return path
    },
    'policies.publicFrames': async ({ policyId }) => {
      const text = await app.policies.publicPolicyText(policyId)
      const bytes = new TextEncoder().encode(text)
      return { parts: loopOf(fitForCodes(qrFileOf(publicFileName(policyId), bytes)).file) }
    },
    'policies.scan': ({ parts, restart }) => {
      const { progress, file } = scanned(parts, restart)
      if (file === undefined) return { progress, text: null }
      if (file.kind === 'policy') return { progress, text: new TextDecoder().decode(file.bytes) }
      throw errorBy(
        signingErrors,
        'qr_kind',
        {},
        `These codes carry a ${file.kind}, not a public policy file. Scan them under Signing.`,
      )
    },
  }
}

const publicFileName = (policyId: string): string => `policy-${policyId.slice(0, 8)}-public.json`
