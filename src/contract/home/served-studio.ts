import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { chainNetwork } from '../network.ts'

/**
 * How a studio that serves proves to other processes of its data folder which one it is. It is asked
 * without its key: whatever else listens at its port learns nothing.
 */
export const proofPath = '/proof'

/** 32 random bytes in base64url. */
export const proofChallenge = z.object({
  challenge: shortText.regex(/^[\w-]{43}$/u, 'must be 32 bytes in base64url'),
})

const servedStudio = z.object({
  /** Of Coldpress: another one may speak another interface. */
  version: shortText,
  network: chainNetwork,
  app_id: shortText,
  /** What its payment links begin with; null where buyers do not reach it. */
  public_url: shortText.nullable(),
  /** Whether its vault is open, or it opens it when there is something to sign. */
  signs: z.boolean(),
})
export type ServedStudio = z.output<typeof servedStudio>

export const provenStudio = servedStudio.extend({
  /** HMAC-SHA256 of {@link proofText} by the studio's key, in hex. */
  proof: shortText.regex(/^[\da-f]{64}$/u),
})

export type ProvenStudio = z.output<typeof provenStudio>

/**
 * What the proof is about. With the port in it, nobody can pass on a proof of the studio as their own;
 * undefined where no connection brought the question.
 */
export const proofText = (
  challenge: string,
  port: number | undefined,
  { version, network, app_id: appId, public_url: publicUrl, signs }: ServedStudio,
): string =>
  JSON.stringify(['coldpress studio', challenge, port, version, network, appId, publicUrl, signs])
