"""One training run: in-batch negatives over cosine × SCALE, gradient caching, checkpoints that a later run goes on from."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

import numpy as np
import torch

SCALE = 20.0
WARM_UP_STEPS = 30
# The rate stays level and falls only at the end: a run can be prolonged without redoing what it has done.
FALLING_SHARE = 0.2
CLIP = 1.0
CHUNK_TOKENS = 1_536
CHECKPOINT_EVERY = 50


def ranking_loss(queries, passages):
    """Both directions: each query must find its passage and each passage its query."""
    scores = SCALE * queries @ passages.T
    target = torch.arange(len(scores), device=scores.device)
    return (torch.nn.functional.cross_entropy(scores, target) + torch.nn.functional.cross_entropy(scores.T, target)) / 2


def cached_step(encoder, rows, half):
    """Gradients of a batch of any size in the memory of one chunk: vectors first, then each chunk again against its gradient."""
    groups = encoder.chunks(rows)
    with torch.no_grad():
        parts = [encoder.pooled([rows[i] for i in group]) for group in groups]
    order = torch.tensor([i for group in groups for i in group])
    vectors = torch.empty(len(rows), parts[0].shape[1]).index_copy(0, order, torch.cat(parts)).requires_grad_()
    loss = ranking_loss(vectors[:half], vectors[half:])
    loss.backward()
    for group in groups:
        encoder.pooled([rows[i] for i in group]).backward(vectors.grad[torch.tensor(group)])
    return loss.item()


def direct_step(encoder, rows, half):
    """The same in one pass, the chunks dealt out to one worker a core: a core that others use delays its own chunk only."""
    groups = encoder.chunks(rows, CHUNK_TOKENS)
    weights = list(encoder.body.parameters())
    parts = list(workers().map(lambda group: encoder.pooled([rows[i] for i in group]), groups))
    order = torch.tensor([i for group in groups for i in group])
    vectors = torch.empty(len(rows), parts[0].shape[1]).index_copy(0, order, torch.cat([p.detach() for p in parts])).requires_grad_()
    loss = ranking_loss(vectors[:half], vectors[half:])
    loss.backward()

    def gradients(work):
        part, group = work
        return torch.autograd.grad(part, weights, vectors.grad[torch.tensor(group)], allow_unused=True)

    # Summed in the order of the chunks, whichever ended first: the same seed gives the same steps.
    for found in workers().map(gradients, zip(parts, groups)):
        for weight, gradient in zip(weights, found):
            if gradient is not None:
                weight.grad = gradient if weight.grad is None else weight.grad.add_(gradient)
    return loss.item()


@cache
def workers():
    """As many workers as torch had threads; each then computes on one."""
    count = torch.get_num_threads()
    torch.set_num_threads(1)
    return ThreadPoolExecutor(count, initializer=torch.set_num_threads, initargs=(1,))


def optimiser(encoder, rate, embedding_factor):
    """The word table may learn faster than the body: most of its rows are new."""
    table = [encoder.body.embeddings.word_embeddings.weight]
    others = [p for p in encoder.body.parameters() if p is not table[0]]
    groups = [{"params": others, "peak": rate}, {"params": table, "peak": rate * embedding_factor}]
    return torch.optim.AdamW(groups, lr=rate, weight_decay=0.01, fused=True)


def train(encoder, pairs, schedule, options, checkpoint, log):
    """Runs `schedule` (lists of pair indexes) from the last checkpoint on. options: rate, embedding_factor, max_tokens, query_tokens, cached."""
    body, total = encoder.body, len(schedule)
    steps = optimiser(encoder, options["rate"], options["embedding_factor"])
    first, spent, losses = 0, 0.0, []
    if checkpoint.exists():
        state = torch.load(checkpoint)
        body.load_state_dict(state["body"])
        steps.load_state_dict(state["steps"])
        first, spent, losses = state["next"], state["spent"], state["losses"][: state["next"]]
        log(f"resumed at step {first} of {total}")
    body.train()
    started = time.monotonic()
    for number in range(first, total):
        share = min(1.0, (number + 1) / WARM_UP_STEPS, (total - number) / (FALLING_SHARE * total))
        for group in steps.param_groups:
            group["lr"] = group["peak"] * share
        batch = [pairs[i] for i in schedule[number]]
        rows = encoder.ids([p.query for p in batch], options["query_tokens"]) + encoder.ids([p.passage for p in batch], options["max_tokens"])
        losses.append((cached_step if options["cached"] else direct_step)(encoder, rows, len(batch)))
        torch.nn.utils.clip_grad_norm_(body.parameters(), CLIP)
        steps.step()
        steps.zero_grad(set_to_none=True)
        if (number + 1) % 25 == 0:
            log(f"step {number + 1}/{total} loss {np.mean(losses[-25:]):.4f} seconds {spent + time.monotonic() - started:.0f}")
        if (number + 1) % CHECKPOINT_EVERY == 0 or number + 1 == total:
            state = {"body": body.state_dict(), "steps": steps.state_dict(), "next": number + 1, "losses": losses}
            state["spent"] = spent + time.monotonic() - started
            torch.save(state, checkpoint.with_suffix(".part"))
            checkpoint.with_suffix(".part").replace(checkpoint)
    return {"seconds": round(spent + time.monotonic() - started), "losses": [round(float(np.mean(losses[i : i + 50])), 4) for i in range(0, total, 50)]}
