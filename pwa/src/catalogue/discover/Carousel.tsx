import { ArrowRight, ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { type FocusEvent, type TouchEvent, useEffect, useRef, useState } from "react";
import type { Home, SlideCover } from "@contract/home.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { AdireCloth } from "../../ui/AdireCloth.tsx";
import { classNames } from "../../ui/class_names.ts";
import { Cover } from "../../ui/Cover.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { savesData } from "../../lib/data_saver.ts";
import { type Slide, SLIDES } from "./slides.ts";

/** So far a finger moves to the side, in px, to mean the next slide. */
const SWIPE = 40;

/** Five slides, each leading to its list. The button that stops it comes first; hidden slides cannot be reached. */
export function Carousel({ covers }: { covers?: Home["slides"] | undefined }) {
  const [isHeld, setHeld] = useState(false);
  const rotation = useRotation(SLIDES.length, isHeld);
  const { index, show } = rotation;
  const swipe = useSwipe((by) => show(index + by));
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setHeld(false);
  };
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Highlights"
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={leave}
      {...swipe}
      className="relative isolate h-56 touch-pan-y overflow-hidden rounded-xl bg-dye text-on-dye sm:h-64"
    >
      <Controls rotation={rotation} />
      <div
        aria-live={rotation.moves ? "off" : "polite"}
        className="flex h-full transition-transform duration-500 ease-out"
        style={{ transform: `translateX(${-100 * index}%)` }}
      >
        {SLIDES.map((slide, place) => (
          <SlideView
            key={slide.list}
            slide={slide}
            covers={covers?.[slide.list] ?? []}
            place={place}
            isShown={place === index}
          />
        ))}
      </div>
      <div className="absolute bottom-1 left-[8px] z-10 flex sm:left-4">
        {SLIDES.map(({ list, title }, place) => (
          <button
            key={list}
            type="button"
            aria-label={`Slide ${place + 1}: ${title}`}
            aria-current={place === index}
            onClick={() => show(place)}
            className="group grid h-[44px] w-[28px] place-items-center"
          >
            <span className="h-2 w-2 rounded-full bg-on-dye/45 transition-all group-aria-current:w-5 group-aria-current:bg-on-dye" />
          </button>
        ))}
      </div>
    </section>
  );
}

/** A finger that moves to the side means the next one, or the one before. */
function useSwipe(move: (by: 1 | -1) => void) {
  const begin = useRef<number>(undefined);
  return {
    onTouchStart({ touches }: TouchEvent) {
      begin.current = touches.length === 1 ? touches[0]?.clientX : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const across = (changedTouches[0]?.clientX ?? NaN) - (begin.current ?? NaN);
      if (Math.abs(across) >= SWIPE) move(across < 0 ? 1 : -1);
    },
  };
}

function Controls({ rotation: { index, isRotating, show, toggle } }: { rotation: ReturnType<typeof useRotation> }) {
  const look = "text-on-dye! hover:bg-on-dye/15!";
  return (
    <div className="absolute right-[4px] bottom-1 z-10 flex">
      <IconButton
        label={isRotating ? "Pause the slides" : "Play the slides"}
        icon={isRotating ? <Pause size={18} /> : <Play size={18} />}
        onClick={toggle}
        className={look}
      />
      <IconButton
        label="Previous slide"
        icon={<ChevronLeft size={22} />}
        onClick={() => show(index - 1)}
        className={look}
      />
      <IconButton
        label="Next slide"
        icon={<ChevronRight size={22} />}
        onClick={() => show(index + 1)}
        className={look}
      />
    </div>
  );
}

interface SlideViewProps {
  slide: Slide;
  covers: readonly SlideCover[];
  place: number;
  isShown: boolean;
}

function SlideView({ slide: { list, title, text }, covers, place, isShown }: SlideViewProps) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${SLIDES.length}`}
      inert={!isShown}
      className="relative isolate h-full w-full shrink-0"
    >
      <AdireCloth
        seed={list}
        repeat={112}
        className="-z-10 text-on-dye opacity-25 mask-[linear-gradient(to_left,black,transparent_75%)]"
      />
      <PreloadLink
        to={`/songs?list=${list}`}
        className={classNames("group flex h-full flex-col justify-center gap-2 px-5 pb-10 -outline-offset-4 sm:px-8")}
      >
        <span className="max-w-[min(28rem,68%)] text-2xl font-extrabold text-balance sm:text-3xl">{title}</span>
        <span className="max-w-[min(24rem,64%)] text-on-dye/85">{text}</span>
        <span className="mt-1 flex items-center gap-2 text-sm font-semibold text-(--marigold)">
          Listen
          <ArrowRight aria-hidden="true" size={16} className="transition-transform group-hover:translate-x-1" />
        </span>
      </PreloadLink>
      <SlideCovers covers={covers} list={list} />
    </div>
  );
}

/** A fan of covers at the end of the slide; the first lies on top. */
function SlideCovers({ covers, list }: { covers: readonly SlideCover[]; list: string }) {
  return (
    <span aria-hidden="true" className="absolute inset-y-0 right-4 -z-10 flex items-center sm:right-10">
      {covers.map(({ coverImageUrl, placeholder }, index) => (
        <span
          key={index}
          className={classNames(
            "relative w-20 transition-transform sm:w-36",
            index > 0 && "-ml-14 max-sm:hidden sm:-ml-24",
            FAN[index],
          )}
        >
          <Cover
            src={coverImageUrl}
            seed={`${list} ${index}`}
            size="(min-width: 40rem) 9rem, 5rem"
            placeholder={placeholder}
            className="w-full rounded-lg shadow-float"
          />
        </span>
      ))}
    </span>
  );
}

const FAN = ["z-2", "z-1 translate-x-4 rotate-6 opacity-90", "z-0 translate-x-8 rotate-12 opacity-75"];

const INTERVAL_MS = 5_000;

/**
 * Goes through `count` slides, one every five seconds, and round at both ends. It pauses while `isHeld` (pointer or
 * focus on it), when the visitor has paused it, and where motion or data shall be spared.
 */
function useRotation(count: number, isHeld: boolean) {
  const [index, setIndex] = useState(0);
  const [isRotating, setRotating] = useState(() => !prefersStill() && !savesData());
  const moves = isRotating && !isHeld;
  useEffect(() => {
    if (!moves) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setIndex((now) => (now + 1) % count);
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [moves, count, index]);
  return {
    index,
    isRotating,
    moves,
    show: (to: number) => setIndex((to + count) % count),
    toggle: () => setRotating(!isRotating),
  };
}

function prefersStill(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}
