#pragma once

/// How many blocks of memory this program has asked for while they were counted; -1 where nobody can count.
long allocations_count(void);

/// Begins or ends the counting; off at first.
void allocations_count_from_now_on(int isCounting);

/// How many this thread has asked for so far; -1 where nobody can count.
long allocations_of_this_thread(void);

/// Has the C library give blocks of a mebibyte and more back to the system as soon as they are freed; without this it
/// raises that size to that of the largest block freed so far, and memory stays with the program. Does nothing where
/// the C library is not glibc.
void allocations_return_large_blocks(void);

/// Has the C library keep blocks of up to 32 MiB (its limit) when they are freed, for the next ones of their size: a program that
/// takes the same large arrays again and again does not wait for the system to clear them each time. Does nothing where the C
/// library is not glibc.
void allocations_keep_large_blocks(void);
