import { inspect } from 'node:util'
import { ColdpressError } from '#values/errors/errors.ts'
import { jsonTextOf } from '#values/text/read-json-text.ts'

const redacted = '[redacted]'

/**
 * Bytes that must not be printed, logged or stored: every way of turning a Secret into text
 * gives `[redacted]`. The bytes are seen only inside {@link Secret.use} and by {@link Secret.text},
 * and are overwritten by {@link Secret.wipe}. JavaScript strings cannot be wiped: keep `text()`
 * to the last step before a header, a terminal or a library that takes nothing else.
 */
export class Secret {
  #bytes: Uint8Array | undefined

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Takes ownership of the bytes: the caller must not keep or change them. */
  static ofBytes(bytes: Uint8Array): Secret {
    return new Secret(bytes)
  }

  static ofText(text: string): Secret {
    return new Secret(new TextEncoder().encode(text))
  }

  /** Gives access to the bytes during one synchronous call. */
  use<T>(reader: (bytes: Uint8Array) => T): T {
    if (this.#bytes === undefined) throw new Error('this secret was wiped')
    return reader(this.#bytes)
  }

  /**
   * UTF-8 text of the secret.
   * @throws ColdpressError `invalid` for other bytes, such as a file saved as UTF-16
   */
  text(): string {
    return this.use((bytes) => {
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      } catch {
        throw new ColdpressError(
          'invalid',
          'This is not UTF-8 text. If it is in a file, check that it is the right file, and save it as UTF-8.',
        )
      }
    })
  }

  /**
   * Text of a file of JSON or hex, also in UTF-16, as PowerShell writes it.
   * @throws ColdpressError as {@link Secret.text}
   */
  fileText(): string {
    return this.use(jsonTextOf) ?? this.text()
  }

  /** An independent copy. Not `slice`, which for a Buffer shares the memory. */
  copy(): Secret {
    return this.use((bytes) => new Secret(Uint8Array.from(bytes)))
  }

  wipe(): void {
    this.#bytes?.fill(0)
    this.#bytes = undefined
  }

  toString(): string {
    return redacted
  }

  toJSON(): string {
    return redacted
  }

  [Symbol.toPrimitive](): string {
    return redacted
  }

  [inspect.custom](): string {
    return redacted
  }
}

/** Wipes a secret when the work with it has ended, also after an error. */
export const useAndWipe = async <T>(
  secret: Secret,
  work: (secret: Secret) => Promise<T>,
): Promise<T> => {
  try {
    return await work(secret)
  } finally {
    secret.wipe()
  }
}
