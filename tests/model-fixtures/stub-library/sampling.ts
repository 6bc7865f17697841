/** The sampler's three steps, as the engine calls them: probabilities, their order, one token by chance. */
import { newShape, setExtent } from './objects';
import { VOCABULARY } from './script';
import { dataOf, FLOAT_CODE, INT_CODE, newTensor } from './tensors';

/** A tensor of one row for the whole vocabulary. */
export function newRow(code: u8, axes: i32): u32 {
  const shape = newShape(axes);
  for (let axis = 0; axis < axes; axis++) setExtent(shape, axis, axis == axes - 1 ? VOCABULARY : 1);
  const row = newTensor(shape, code, 32, 0);
  heap.free(shape);
  return row;
}

export function softmax(logits: u32, temperature: f32): u32 {
  const row = newRow(FLOAT_CODE, 2);
  const from = dataOf(logits);
  const to = dataOf(row);
  let largest: f32 = -1e30;
  for (let i = 0; i < VOCABULARY; i++) largest = max(largest, load<f32>(from + i * 4));
  let sum: f32 = 0;
  for (let i = 0; i < VOCABULARY; i++) {
    const weight = f32(Math.exp((load<f32>(from + i * 4) - largest) / temperature));
    store<f32>(to + i * 4, weight);
    sum += weight;
  }
  for (let i = 0; i < VOCABULARY; i++) store<f32>(to + i * 4, load<f32>(to + i * 4) / sum);
  return row;
}

/** Fills two rows: the probabilities from the largest on, and whose they are. */
export function sortDown(probabilities: u32, sorted: u32, tokens: u32): void {
  const from = dataOf(probabilities);
  const values = dataOf(sorted);
  const names = dataOf(tokens);
  for (let token = 0; token < VOCABULARY; token++) {
    const value = load<f32>(from + token * 4);
    let at = token;
    // Nearly all are equal, so this loop hardly ever runs.
    while (at > 0 && load<f32>(values + (at - 1) * 4) < value) {
      store<f32>(values + at * 4, load<f32>(values + (at - 1) * 4));
      store<i32>(names + at * 4, load<i32>(names + (at - 1) * 4));
      at--;
    }
    store<f32>(values + at * 4, value);
    store<i32>(names + at * 4, token);
  }
}

/** The token that `chance` in [0, 1) falls on among the smallest set that holds `topP` of the mass. */
export function sample(sorted: u32, tokens: u32, chance: f32, topP: f32): u32 {
  const values = dataOf(sorted);
  let kept = 0;
  let mass: f32 = 0;
  while (kept < VOCABULARY && mass < topP) mass += load<f32>(values + kept++ * 4);
  let at = 0;
  let passed: f32 = load<f32>(values);
  while (at + 1 < kept && passed < chance * mass) passed += load<f32>(values + ++at * 4);
  const shape = newShape(1);
  setExtent(shape, 0, 1);
  const result = newTensor(shape, INT_CODE, 32, 0);
  heap.free(shape);
  store<i32>(dataOf(result), load<i32>(dataOf(tokens) + at * 4));
  return result;
}
