/**
 * Admits work while the sum of weights is within the capacity, in the order of requests. A weight
 * above the capacity counts as the whole capacity.
 */
export class WeightedSemaphore {
  readonly #capacity: number
  #free: number
  readonly #waiting: { readonly weight: number; readonly enter: () => void }[] = []

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#free = capacity
  }

  /**
   * Calls `onWait` only if the work must wait. Resolves to the function that releases the weight.
   */
  async enter(weight: number, onWait: () => void): Promise<() => void> {
    const taken = Math.min(weight, this.#capacity)
    if (this.#waiting.length > 0 || taken > this.#free) {
      onWait()
      await new Promise<void>((resolve) => {
        this.#waiting.push({ weight: taken, enter: resolve })
      })
    } else {
      this.#free -= taken
    }
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#free += taken
      this.#admit()
    }
  }

  #admit(): void {
    for (;;) {
      const next = this.#waiting[0]
      if (next === undefined || next.weight > this.#free) return
      this.#waiting.shift()
      this.#free -= next.weight
      next.enter()
    }
  }
}
