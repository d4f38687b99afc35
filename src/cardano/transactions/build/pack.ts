/**
 * Greedy packing: the largest number of next items that fit together, found by bisection, where
 * every candidate is built and measured. More items never take fewer bytes.
 * @param most an upper limit
 * @param build undefined where `count` items do not fit
 * @returns undefined where not even one fits
 */
export const packLargest = <T>(
  most: number,
  build: (count: number) => T | undefined,
): T | undefined => {
  let fitting = 0
  let tooMany = most + 1
  let count = most
  let best: T | undefined
  while (tooMany - fitting > 1) {
    const built = build(count)
    if (built === undefined) tooMany = count
    else {
      best = built
      fitting = count
    }
    count = Math.floor((fitting + tooMany) / 2)
  }
  return best
}
