// The marks over the picture: pieces that can move, target squares, square numbers.

export const SVG = "http://www.w3.org/2000/svg";

// Returns the SVG elements of a mark on the board.
export function markElements({ shape, number, x, y, width, height, color }) {
    if (shape === "number") {
        const text = document.createElementNS(SVG, "text");
        text.setAttribute("x", x + 0.8);
        text.setAttribute("y", y + 8);
        text.setAttribute("fill", color);
        text.textContent = number;
        return [text];
    }
    const outline = document.createElementNS(SVG, "rect");
    outline.setAttribute("x", x + 0.5);
    outline.setAttribute("y", y + 0.5);
    outline.setAttribute("width", width - 1);
    outline.setAttribute("height", height - 1);
    outline.setAttribute("stroke", color);
    outline.setAttribute("class", shape);
    if (shape !== "target") {
        return [outline];
    }
    const dot = document.createElementNS(SVG, "ellipse");
    dot.setAttribute("cx", x + width / 2);
    dot.setAttribute("cy", y + height / 2);
    dot.setAttribute("rx", width / 8);
    dot.setAttribute("ry", height / 6);
    dot.setAttribute("fill", color);
    return [outline, dot];
}
