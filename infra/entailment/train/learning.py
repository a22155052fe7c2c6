"""Training on one thread in each of several processes, which average their weights every few steps; checkpoints, so that a second call goes on."""

import os
import random
import time

import numpy as np
import torch
from torch import distributed
from torch.nn import functional

from encoder import Encoder
from generation import ANSWERS

AVERAGE_EVERY = 16
CHECKPOINT_EVERY = 160
BATCH_TOKENS = 2_048
POOL_BATCHES = 64
DROP = 0.1
TOKENS_MAX = 160
SMOOTHING = 0.03
CLIP = 1.0
# The last part of a stage that ends the training, in which the rate goes down.
DECAY_SHARE = 0.45


def encoded(tokenizer, examples):
    """(ids, types) of each example; a question begins with its marker, so that the encoder knows the task."""
    firsts = [("[ANSWER] " if one.task == ANSWERS else "") + one.first for one in examples]
    found = tokenizer.encode_batch([(first, one.second) for first, one in zip(firsts, examples, strict=True)])
    return [(np.array(one.ids, np.int32), np.array(one.type_ids, np.int8)) for one in found]


def with_limit(tokenizer, tokens):
    """The longer text is cut first."""
    tokenizer.enable_truncation(tokens, strategy="longest_first")
    return tokenizer


def padded(rows):
    length = max(len(ids) for ids, _ in rows)
    ids, types, mask = (torch.zeros(len(rows), length, dtype=torch.long) for _ in range(3))
    for at, (row, kinds) in enumerate(rows):
        ids[at, : len(row)], types[at, : len(row)], mask[at, : len(row)] = torch.from_numpy(row.astype(np.int64)), torch.from_numpy(kinds.astype(np.int64)), 1
    return ids, types, mask


def batches_of(lengths, rng):
    """Places of examples of about the same length, in a random order that `rng` gives."""
    order = list(range(len(lengths)))
    rng.shuffle(order)
    for start in range(0, len(order), POOL_BATCHES * 32):
        pool = sorted(order[start : start + POOL_BATCHES * 32], key=lambda at: lengths[at])
        found, batch = [], []
        for at in pool:
            if batch and (len(batch) + 1) * lengths[at] > BATCH_TOKENS:
                found.append(batch)
                batch = []
            batch.append(at)
        found.append(batch)
        rng.shuffle(found)
        yield from found


def loss_of(model, batch, rows, examples):
    ids, types, mask = padded([rows[at] for at in batch])
    entails, answers = model(ids, types, mask, DROP)
    some = [examples[at] for at in batch]
    weights = torch.tensor([one.weight for one in some])
    labels = torch.tensor([one.label for one in some])
    is_question = torch.tensor([one.task == ANSWERS for one in some])
    of_claims = functional.cross_entropy(entails, labels, reduction="none", label_smoothing=SMOOTHING)
    of_answers = functional.binary_cross_entropy_with_logits(answers[:, 0], labels.clamp(max=1).float(), reduction="none")
    return (torch.where(is_question, of_answers, of_claims) * weights).sum() / weights.sum()


def optimizer_of(model, rate):
    fresh = [parameter for name, parameter in model.named_parameters() if name.startswith(("marks", "pool", "entails", "answers", "words"))]
    known = {id(parameter) for parameter in fresh}
    rest = [parameter for parameter in model.parameters() if id(parameter) not in known]
    return torch.optim.AdamW([{"params": rest, "lr": rate, "scale": 1.0}, {"params": fresh, "lr": rate, "scale": 2.0}], lr=rate, weight_decay=0.01, betas=(0.9, 0.98), fused=True)


def average(model, world):
    with torch.no_grad():
        flat = torch.cat([parameter.reshape(-1) for parameter in model.parameters()])
        distributed.all_reduce(flat)
        flat /= world
        at = 0
        for parameter in model.parameters():
            parameter.copy_(flat[at : at + parameter.numel()].view_as(parameter))
            at += parameter.numel()


def rate_at(step, warm, progress, decays):
    """Warm-up, then level; a stage that ends the training goes down to nothing."""
    if step < warm:
        return (step + 1) / warm
    return max(0.02, min(1.0, (1 - progress) / DECAY_SHARE)) if decays else 1.0


def agreed_progress(rank, step, stage, began):
    """How much of a stage is done, as the first process sees it: by steps, or by minutes where these run out first."""
    done = step / stage["steps"]
    if stage["minutes"]:
        done = max(done, (time.time() - began) / 60 / stage["minutes"])
    agreed = torch.tensor([done if rank == 0 else 0.0])
    distributed.broadcast(agreed, 0)
    return agreed.item()


def work(rank, world, stage, start, target, make_examples, measure, log):
    """
    One process of a stage. `stage`: name, steps (a multiple of AVERAGE_EVERY), minutes, rate, seed, decays; `start`: state to start from; `target`: checkpoint file; `make_examples(seed, epoch)`: the examples of an epoch of this process, with
    their rows; `measure(model)`: a line for the log.
    """
    torch.set_num_threads(1)
    torch.manual_seed(stage["seed"] + rank)
    store = target.with_suffix(".meeting")
    distributed.init_process_group("gloo", init_method=f"file://{store}", rank=rank, world_size=world)
    saved = torch.load(target, weights_only=False) if target.exists() else {"step": 0, "model": start}
    model = Encoder(saved["model"]["words.weight"].shape[0], stage["layers"])
    model.load_state_dict(saved["model"])
    optimizer = optimizer_of(model, stage["rate"])
    if saved.get(f"optimizer-{rank}"):
        optimizer.load_state_dict(saved[f"optimizer-{rank}"])
    step, epoch, losses, began, seen = saved["step"], 0, [], time.time(), 0
    # Every call reads its examples in an order of its own, so that one that goes on does not start with what was read.
    rng = random.Random(stage["seed"] * 1_000 + step * 2 + rank)
    progress = step / stage["steps"]
    while progress < 1:
        examples, rows = make_examples(stage["seed"] + 7_919 * (step + 1) + rank, epoch)
        epoch += 1
        for batch in batches_of([len(ids) for ids, _ in rows], rng):
            if progress >= 1:
                break
            model.train()
            factor = rate_at(step, stage["warm"], progress, stage["decays"])
            for group in optimizer.param_groups:
                group["lr"] = stage["rate"] * group["scale"] * factor
            loss = loss_of(model, batch, rows, examples)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
            optimizer.step()
            losses.append(loss.item())
            seen += len(batch)
            step += 1
            if step % AVERAGE_EVERY == 0:
                average(model, world)
                progress = agreed_progress(rank, step, stage, began)
            if rank == 0 and step % 40 == 0:
                log(f"{stage['name']} step {step}/{stage['steps']} loss {np.mean(losses[-40:]):.3f}, {world * seen / (time.time() - began):.0f} examples a second")
            if step % CHECKPOINT_EVERY == 0 or progress >= 1:
                states = [None] * world
                distributed.all_gather_object(states, step)
                own = target.with_suffix(f".{rank}")
                torch.save(optimizer.state_dict(), own)
                distributed.barrier()
                if rank == 0:
                    state = {"step": step, "done": progress >= 1, "model": model.state_dict()} | {f"optimizer-{other}": torch.load(target.with_suffix(f".{other}"), weights_only=False) for other in range(world)}
                    torch.save(state, target.with_suffix(".part"))
                    os.replace(target.with_suffix(".part"), target)
                    if measure:
                        model.eval()
                        log(f"{stage['name']} step {step}: {measure(model)}")
                distributed.barrier()
    distributed.destroy_process_group()


def outputs(model, rows, tokens=4_096):
    """Logits of both heads for all rows."""
    entails, answers = np.zeros((len(rows), 3), np.float32), np.zeros(len(rows), np.float32)
    order, group = sorted(range(len(rows)), key=lambda at: len(rows[at][0])), []
    with torch.inference_mode():
        for at in [*order, None]:
            if group and (at is None or (len(group) + 1) * len(rows[at][0]) > tokens):
                first, second = model(*padded([rows[one] for one in group]))
                entails[group], answers[group] = first.numpy(), second[:, 0].numpy()
                group = []
            if at is not None:
                group.append(at)
    return entails, answers
