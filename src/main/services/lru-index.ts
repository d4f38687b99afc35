/** Tracks the last use of sized items, and which to remove so that the rest fits. */
export class LruIndex {
  readonly #maxSize: number
  /** The least recently used first: a Map keeps insertion order. */
  readonly #sizes = new Map<string, number>()
  #total = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /** @returns whether it is known */
  use(name: string): boolean {
    const size = this.#sizes.get(name)
    if (size === undefined) return false
    this.#sizes.delete(name)
    this.#sizes.set(name, size)
    return true
  }

  /** @returns the names to remove; never the one that was just added */
  add(name: string, size: number): readonly string[] {
    this.#remove(name)
    this.#sizes.set(name, size)
    this.#total += size
    const gone: string[] = []
    for (const old of this.#sizes.keys()) {
      if (this.#total <= this.#maxSize || old === name) break
      this.#remove(old)
      gone.push(old)
    }
    return gone
  }

  #remove(name: string): void {
    this.#total -= this.#sizes.get(name) ?? 0
    this.#sizes.delete(name)
  }
}
